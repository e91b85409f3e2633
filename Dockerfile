# The executable on a slim system: `docker build --tag petstore .`
FROM node:22-bookworm-slim AS build
WORKDIR /petstore
COPY package.json package-lock.json .npmrc ./
COPY tools/install.mjs tools/
COPY test/clients/package.json test/clients/
RUN node tools/install.mjs
COPY . .
RUN npm run build

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="petstore" org.opencontainers.image.licenses="MIT"
# No user database entry is needed: everything that the service writes is in /data, and its backups in /backups.
RUN install --directory --owner=10001 --group=10001 --mode=0700 /data /backups
COPY --from=build /petstore/dist/petstore /usr/local/bin/petstore
USER 10001:10001
WORKDIR /data
VOLUME /data
# The engine collects stderr, so the first key goes to a file: `docker exec CONTAINER cat /data/first-key`.
ENV HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:///data/petstore.db FIRST_KEY_FILE=/data/first-key
EXPOSE 8080
# The first start of a new version upgrades the data, which may take minutes.
HEALTHCHECK --interval=10s --timeout=10s --start-period=10m --retries=3 CMD ["petstore", "healthcheck"]
ENTRYPOINT ["petstore"]
CMD ["serve"]
