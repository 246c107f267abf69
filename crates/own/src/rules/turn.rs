//! The symmetries of a square.

/// A symmetry of a square: rows and columns are exchanged or not, and then flipped or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Turn {
    pub(crate) transposes: bool,
    pub(crate) flips_rows: bool,
    pub(crate) flips_columns: bool,
}

impl Turn {
    /// All eight, the identity first.
    pub(crate) const ALL: [Turn; 8] = {
        let mut all = [Turn { transposes: false, flips_rows: false, flips_columns: false }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Turn {
                flips_columns: index & 1 == 1,
                flips_rows: index & 2 == 2,
                transposes: index & 4 == 4,
            };
            index += 1;
        }
        all
    };

    /// The one that changes nothing.
    pub(crate) const NONE: Turn = Turn::ALL[0];

    /// The left-right mirror image.
    pub(crate) const SIDEWAYS: Turn = Turn::ALL[1];

    /// The top-bottom mirror image.
    pub(crate) const UPSIDE_DOWN: Turn = Turn::ALL[2];

    /// The sides of the image of a board.
    pub(crate) fn sides(self, (rows, columns): (u16, u16)) -> (u16, u16) {
        if self.transposes { (columns, rows) } else { (rows, columns) }
    }

    /// Where a cell of a board with these sides comes to stand.
    pub(crate) fn cell(self, sides: (u16, u16), (row, column): (u16, u16)) -> (u16, u16) {
        let (rows, columns) = self.sides(sides);
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        let row = if self.flips_rows { rows - 1 - row } else { row };
        (row, if self.flips_columns { columns - 1 - column } else { column })
    }

    /// Whether doing it twice changes nothing.
    pub(crate) fn is_involution(self) -> bool {
        !self.transposes || self.flips_rows == self.flips_columns
    }

    /// What the image is called.
    pub(crate) fn name(self) -> &'static str {
        match (self.transposes, self.flips_rows, self.flips_columns) {
            (false, false, false) => "as it is",
            (false, false, true) => "mirrored left-right",
            (false, true, false) => "mirrored top-bottom",
            (false, true, true) => "turned by 180 degrees",
            (true, false, false) => "mirrored along the diagonal",
            (true, true, true) => "mirrored along the other diagonal",
            (true, false, true) => "turned to the right",
            (true, true, false) => "turned to the left",
        }
    }
}
