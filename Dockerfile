# Debian's own Python, so that the image builds wherever Debian and Python packages can be had.
FROM debian:bookworm-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --home-dir /var/lib/ouro ouro

WORKDIR /opt/ouro
COPY requirements.lock ./
RUN python3 -m venv /opt/ouro/.venv \
    && .venv/bin/python -m pip install --no-cache-dir --no-deps --require-hashes \
        --requirement requirements.lock
COPY puzzle/ puzzle/
COPY play/ play/
COPY solver/ solver/
COPY renderer/ renderer/
COPY narrator/ narrator/
COPY locales/ locales/
COPY store/ store/
COPY migrations/ migrations/
COPY sandbox/ sandbox/
COPY bot/ bot/
COPY cli/ cli/

USER ouro
ENV OURO_DATA=/var/lib/ouro PYTHONPATH=/opt/ouro PYTHONUNBUFFERED=1
CMD [".venv/bin/python", "-P", "-m", "bot"]
