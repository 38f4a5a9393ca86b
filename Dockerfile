# Puente, and the sandbox gateway with another command: node sandbox/main.ts
FROM node:24-bookworm-slim AS dependencies
WORKDIR /puente
COPY package.json package-lock.json ./
# The image has its own Node 24 and its database beside it, so neither is installed from npm.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0
WORKDIR /puente
COPY --from=dependencies /puente/node_modules ./node_modules
COPY package.json ./
COPY config ./config
COPY adapters ./adapters
COPY src ./src
COPY sandbox ./sandbox
COPY demo ./demo
RUN mkdir .data && chown node:node .data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
