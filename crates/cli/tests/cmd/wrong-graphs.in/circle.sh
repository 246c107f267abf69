while read -r n; do echo $(( (n + 1) % 3 )); done
