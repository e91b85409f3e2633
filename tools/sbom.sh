#!/bin/sh
# Writes the bill of materials of the shipped packages (CycloneDX) to dist/petstore.cdx.json.
# `npm sbom --omit dev` leaves out every package that development needs too, even zod (npm 11). So npm gets the manifest and
# the lock file without development.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p dist "$folder/petstore"
cp package.json package-lock.json "$folder/petstore"
(
  cd "$folder/petstore"
  npm pkg delete devDependencies workspaces scripts
  npm install --package-lock-only --offline --ignore-scripts --no-audit --no-fund --silent
  npm sbom --package-lock-only --sbom-format cyclonedx
) > "$folder/bom.json"
mv "$folder/bom.json" dist/petstore.cdx.json
echo "Wrote dist/petstore.cdx.json"
