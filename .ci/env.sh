# Source this file. It puts the pinned Node and pnpm first on PATH, fetched from the npm registry, with no install scripts.
_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
_node="$(tr -d 'v \n\r' < "$_root/.nvmrc")"
_pnpm="$(sed -n 's/.*"packageManager": *"pnpm@\([0-9.]*\).*/\1/p' "$_root/package.json")"
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) _plat=linux-x64 ;;
  Linux-aarch64) _plat=linux-arm64 ;;
  Darwin-arm64) _plat=darwin-arm64 ;;
  Darwin-x86_64) _plat=darwin-x64 ;;
  *) echo "unsupported platform $(uname -sm)" >&2; return 1 ;;
esac
_tools="${PACEWRIGHT_TOOLS:-$HOME/.cache/pacewright-tools}/node-$_node-pnpm-$_pnpm"
_nm="$_tools/node_modules"
if [ ! -x "$_nm/node-$_plat/bin/node" ] || [ ! -x "$_nm/@pnpm/exe.$_plat/pnpm" ]; then
  mkdir -p "$_tools" && npm install --prefix "$_tools" --no-save --no-package-lock --ignore-scripts \
    --no-audit --no-fund --loglevel=error "node-$_plat@$_node" "@pnpm/exe.$_plat@$_pnpm" >&2 || return 1
  # The platform of the gate and of the image; others have npm's own check only.
  if grep -q "$_plat/" "$_root/.ci/tools.sha256" &&
    ! grep "$_plat/" "$_root/.ci/tools.sha256" | (cd "$_nm" && sha256sum --check --quiet --strict) >&2; then
    rm -rf "$_tools"
    echo "Node or pnpm is not the one of .ci/tools.sha256" >&2
    return 1
  fi
fi
export PATH="$_nm/node-$_plat/bin:$_nm/@pnpm/exe.$_plat:$PATH"
# Headers of the same Node, should a native addon ever be compiled.
export npm_config_nodedir="$_nm/node-$_plat"
unset _root _node _pnpm _plat _tools _nm
