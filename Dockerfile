# Uses Debian's Python, so that the build needs only Debian and Python packages.
# The service runs as its own user and writes only to /var/lib/ouro and /tmp.
# A release is built on a base that is pinned by its digest (.github/workflows/release.yml).
ARG BASE=debian:trixie-slim

FROM ${BASE} AS build
# requirements-image has what bots and their clusters import; requirements-batch also what makes and reads
# banks (docs/batches.md).
ARG PACKAGES=requirements-image
ARG DEBIAN_FRONTEND=noninteractive
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils python3 python3-pip python3-venv
WORKDIR /opt/ouro
COPY ${PACKAGES}.lock ./
RUN python3 -m venv --without-pip .venv \
    && python3 -m pip --python .venv/bin/python install --no-cache-dir --no-compile --no-deps \
        --require-hashes --requirement ${PACKAGES}.lock
# Every folder with an __init__.py is a package; nothing else is copied, so no key gets into the image.
COPY . /source
RUN cd /source && cp --recursive $(dirname */__init__.py) /opt/ouro
# What nothing imports: tests, Dask's arrays and tables, other databases, a format of pictures that is not read,
# and what compilers, type checkers and Windows read.
RUN find .venv -regextype posix-extended -type d \
        -regex '.*/(tests?|testing|include|f2py|dask/(array|bag|dataframe)|dialects/(mssql|mysql|oracle))' \
        -prune -exec rm -r {} + \
    && find .venv -regextype posix-extended -type f \
        -regex '.*(\.(a|c|cpp|dll|h|pxd|pyi|pyx)|/(_|lib)avif[.-].*)' -delete \
    && find .venv -regextype posix-extended -type f -regex '.*\.so(\.[0-9]+)*' -exec strip --strip-unneeded {} + \
    && .venv/bin/python -m compileall -q .

FROM ${BASE}
LABEL org.opencontainers.image.title="Ouro" \
    org.opencontainers.image.description="Slitherlink in your chat: a Discord bot and a command line" \
    org.opencontainers.image.licenses="MIT"
ARG DEBIAN_FRONTEND=noninteractive
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 tzdata \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
    && useradd --uid 10001 --home-dir /var/lib/ouro --shell /usr/sbin/nologin ouro \
    && install --directory --owner ouro --group ouro --mode 700 /var/lib/ouro \
    && printf '#!/bin/sh\nexec /opt/ouro/.venv/bin/python -P -m cli "$@"\n' > /usr/local/bin/ouro \
    && chmod +x /usr/local/bin/ouro
COPY --from=build /opt/ouro /opt/ouro
WORKDIR /opt/ouro
USER 10001
ENV OURO_DATA=/var/lib/ouro OURO_HTTP_PORT=9464 OURO_LOG_FORMAT=json \
    PYTHONPATH=/opt/ouro PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
VOLUME /var/lib/ouro
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["ouro", "health"]
STOPSIGNAL SIGTERM
CMD [".venv/bin/python", "-P", "-m", "app"]
