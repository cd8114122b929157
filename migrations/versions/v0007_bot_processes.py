"""Tables for several bot processes on one database, and who answers a pending reply."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
STATES = ("starting", "waiting", "running", "stopping")


def upgrade() -> None:
    """Create the tables; add a nullable column."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("first_shard", sa.Integer(), nullable=False),
        sa.Column("last_shard", sa.Integer(), nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(*STATES, name="state", native_enum=False, length=16, create_constraint=True),
            nullable=False,
        ),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("lease_until", INSTANT, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("shards_up", sa.Integer(), nullable=False),
        sa.Column("servers", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        sa.CheckConstraint(
            "first_shard <= last_shard AND last_shard < shard_count",
            name=op.f("ck_processes_range"),
        ),
    )
    op.create_table(
        "identify_turns",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identify_turns")),
    )
    op.create_table(
        "request_rates",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("full_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("scope", "person_id", name=op.f("pk_request_rates")),
    )
    op.create_index(op.f("ix_request_rates_full_at"), "request_rates", ["full_at"], unique=False)
    op.create_table(
        "shard_heartbeats",
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("shard_count", "shard", name=op.f("pk_shard_heartbeats")),
    )
    op.create_table(
        "shard_outages",
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("began_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("shard_count", "shard", "began_at", name=op.f("pk_shard_outages")),
        sa.CheckConstraint("began_at < ended_at", name=op.f("ck_shard_outages_span")),
    )
    op.add_column("owed_answers", sa.Column("owner", sa.Text(), nullable=True))
