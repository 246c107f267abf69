# A state a line in, its options a line out.
while read -r n; do
  case $n in
    *[!0-9]*) echo "! a heap is a whole number" ;;
    0) echo ;;
    *) echo "$((n - 1)) $((n / 2))+$((n / 2))" ;;
  esac
done
