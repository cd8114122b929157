"""Pools of killable processes: a bounded queue, priorities, limits."""
