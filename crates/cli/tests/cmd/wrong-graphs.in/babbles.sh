while read -r n; do echo "4 ++ 3"; done
