# Image of Puente; with the command `node sandbox/gateway/main.ts`, of the sandbox gateway.
# To pin the base image by digest: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /puente
COPY package.json package-lock.json ./
# The base image has Node 24, and PostgreSQL runs beside it, so npm installs neither. Files for
# programmers only stay out, and PGlite, which only the packages for shops need.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && rm -rf node_modules/@electric-sql \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
    -o -name '*.tsbuildinfo' -o -name '*.test.ts' -o -name '*.test.js' \) -delete

# Builds the dashboard and the documentation in a separate stage: the image needs no build tools.
FROM ${NODE_IMAGE} AS dashboard
WORKDIR /puente
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY packages ./packages
COPY src/domain ./src/domain
COPY src/locales ./src/locales
COPY src/runtime/http/assets ./src/runtime/http/assets
COPY tsconfig.json ./
COPY dashboard ./dashboard
RUN node dashboard/build/build.ts
COPY src/http/documents ./src/http/documents
COPY adapters/README.md ./adapters/README.md
COPY docs ./docs
COPY examples/README.md ./examples/README.md
COPY site ./site
COPY test/README.md ./test/README.md
COPY AGENTS.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md README.md ./
RUN node site/build/build.ts

# The root file system: Node, a shell and the libraries they need, without npm, apt or other tools.
FROM dependencies AS system
ARG VERSION=0.2.0
COPY deploy/image ./deploy/image
RUN bash deploy/image/system.sh /system && node deploy/image/sbom.ts /system "$VERSION"

FROM scratch
ARG VERSION=0.2.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Puente" \
  org.opencontainers.image.description="Connects storefront orders to card payments" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  puente.sbom="/puente/sbom.cdx.json"
ENV PATH=/usr/local/bin:/usr/bin
# Metrics, the OpenAPI documents and the health of each role are on the private port: do not publish it.
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 PRIVATE_PORT=9464
COPY --from=system /system /
WORKDIR /puente
COPY --from=dependencies /puente/node_modules ./node_modules
# Readable by any user, regardless of the umask of the clone.
COPY --chmod=755 config ./config
COPY --chmod=755 adapters ./adapters
COPY --chmod=755 bin ./bin
COPY --chmod=755 src ./src
COPY --chmod=755 sandbox ./sandbox
COPY --from=dashboard --chmod=755 /puente/dashboard/dist ./dashboard/dist
COPY --from=dashboard --chmod=755 /puente/dist/site ./dist/site
COPY --chmod=755 deploy/probe.sh ./deploy/probe.sh
COPY --chmod=644 package.json LICENSE ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Serves both the web and the worker role.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["bash", "-c", "exec deploy/probe.sh \"$PRIVATE_PORT\" /health"]
CMD ["node", "src/main.ts"]
