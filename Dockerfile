# For organizers: the arena with bubblewrap. docs/run-a-cup.md says how to start it so that bots are isolated.
FROM python:3.11-slim-bookworm AS build
WORKDIR /source
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml setup.py README.md LICENSE ./
COPY arena arena
COPY protocol protocol
COPY sample_bots sample_bots
COPY tournaments tournaments
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim-bookworm
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 arena
COPY constraints.txt /wheels/
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --constraint /wheels/constraints.txt "$(ls /wheels/*.whl)[web]"
USER arena
WORKDIR /cup
ENTRYPOINT ["arena"]
CMD ["--help"]
