# A head at place n is turned over, and with it a set of places before it that is its own mirror image with n.
while read -r n; do
  options=-
  first=$n
  while [ $((first -= 1)) -ge 1 ]; do
    set=$((1 << (n - first) / 2))
    while [ $((set -= 1)) -ge 0 ]; do
      option=$first
      i=1
      while [ $((1 << i - 1)) -le $set ]; do
        if [ $((set >> i - 1 & 1)) = 1 ]; then
          option="$option+$((first + i))"
          [ $((first + i)) = $((n - i)) ] || option="$option+$((n - i))"
        fi
        i=$((i + 1))
      done
      options="$options $option"
    done
  done
  echo "$options"
done
