# Completion of artifact-admin's commands and options.
_artifact_admin() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word command=''
  case $previous in
    --config | --certificate | --certificate-key) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --migrations) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    --plan) mapfile -t COMPREPLY < <(compgen -W 'free pro enterprise' -- "$current"); return ;;
    --scopes)
      mapfile -t COMPREPLY < <(compgen -W \
        'artifacts:read artifacts:write artifacts:share artifacts:delete' -- "$current")
      return
      ;;
  esac
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word = -* ]] || command+="${command:+ }$word"
  done
  local words
  case $command in
    account) words=add ;;
    key) words='add list revoke' ;;
    setup*) words='--host --database --redis --workers --certificate --certificate-key --account --email --yes' ;;
    check*) words='--json --migrations' ;;
    migrate*) words=--migrations ;;
    'account add'*) words='--name --plan --requests-per-minute --if-none' ;;
    'key add'*) words='--account --name --scopes --expires-in' ;;
    'key list'*) words='--account --json' ;;
    maintain*) words=--json ;;
    '') words='setup check migrate account key maintain --config --help' ;;
    *) words='' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _artifact_admin artifact-admin
