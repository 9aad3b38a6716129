# Completion of artifact-admin's commands and options.
_artifact_admin() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word command=''
  case $previous in
    --config | --certificate | --certificate-key | --logo)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --migrations | --folder)
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return
      ;;
    --plan)
      mapfile -t COMPREPLY < <(compgen -W 'free pro enterprise' -- "$current")
      return
      ;;
    --role)
      mapfile -t COMPREPLY < <(compgen -W 'owner member' -- "$current")
      return
      ;;
    --scopes)
      mapfile -t COMPREPLY < <(compgen -W \
        'artifacts:read artifacts:write artifacts:share artifacts:delete account:read' -- "$current")
      return
      ;;
  esac
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word = -* ]] || command+="${command:+ }$word"
  done
  local words
  case $command in
    '') words='setup check settings migrate account user key grant link find disable enable audit usage maintain backup --config --help --version' ;;
    account) words='add list show rename set-plan set-sender set-storage remove' ;;
    user) words='add password-link list show set-role set-email disable-second-factor remove' ;;
    key) words='add list revoke' ;;
    grant) words='list revoke' ;;
    link) words='list reissue' ;;
    audit) words=list ;;
    setup*) words='--host --database --redis --workers --certificate --certificate-key --account --email --yes' ;;
    check*) words='--json --migrations' ;;
    migrate*) words=--migrations ;;
    backup*) words='--folder --keep' ;;
    'account add'*) words='--name --plan --requests-per-minute --if-none --json' ;;
    'account list'* | settings*) words=--json ;;
    maintain*) words='--accept-clock --quiet --json' ;;
    'account rename'*) words='--account --name' ;;
    'account set-plan'*) words='--account --plan --requests-per-minute' ;;
    'account set-sender'*) words='--account --allowed --shown --name --logo' ;;
    'account set-storage'*) words='--account --max-bytes --max-artifacts' ;;
    'account remove'*) words='--account --yes' ;;
    'user add'*) words='--account --email --role --json' ;;
    'user password-link'* | 'user show'*) words='--email --json' ;;
    'user set-role'*) words='--email --role' ;;
    'user set-email'*) words='--email --new-email' ;;
    'user disable-second-factor'* | 'user remove'*) words=--email ;;
    'key add'*) words='--account --name --scopes --expires-in --maximum-expiry --password-required --refuse-secrets --json' ;;
    'link list'*) words='--account --signing-key --signing-key-removed --json' ;;
    'link reissue'*) words='--signing-key --account --json' ;;
    find*) words='--log --json' ;;
    disable*) words=--reason ;;
    'audit list'*) words='--account --action --limit --json' ;;
    'account show'* | 'user list'* | 'key list'* | 'grant list'* | usage*) words='--account --json' ;;
    *) words='' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _artifact_admin artifact-admin
