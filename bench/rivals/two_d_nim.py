"""2D Nim, misère, by the method of the article "A 2D Nim Game" (our own writing of it).

usage: two_d_nim.py ROWS COLUMNS MAX
prints the number of states that lose for the player to move
"""

import sys

rows, columns, most = map(int, sys.argv[1:])


def num2board(number):
    return [[number >> (row * columns + column) & 1 for column in range(columns)] for row in range(rows)]


def board2num(board):
    number = 0
    for row in range(rows):
        for column in range(columns):
            number |= board[row][column] << (row * columns + column)
    return number


def find_all_adj_board(board):
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0)):
                following = [line[:] for line in board]
                for step in range(most):
                    r, c = row + down * step, column + right * step
                    if r >= rows or c >= columns or not board[r][c]:
                        break
                    following[r][c] = 0
                    found.append(([line[:] for line in following], board2num(following)))
    return found


lose_set = set()
win_set = {0}
for state in range(1, 1 << rows * columns):
    flag = True
    # if all boards that a move leaves are won, this board is lost
    for board, number in find_all_adj_board(num2board(state)):
        if number not in win_set:
            flag = False
            break
    if flag:
        lose_set.add(state)
    else:
        win_set.add(state)

print(len(lose_set))
