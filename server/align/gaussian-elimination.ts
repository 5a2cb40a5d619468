/**
 * Solves `matrix · x = right` for several right sides by Gaussian elimination with pivoting. Overwrites
 * both; the solution is in `right`.
 */
export function solve(
  matrix: Float64Array,
  right: Float64Array,
  size: number,
  columns: number,
): Float64Array {
  for (let column = 0; column < size; column++) {
    swap(matrix, size, column, getPivot(matrix, size, column), right, columns);
    const divisor = matrix[column * size + column] || 1e-9;
    for (let row = column + 1; row < size; row++) {
      const factor = (matrix[row * size + column] ?? 0) / divisor;
      if (factor === 0) continue;
      subtractRow(matrix, size, row, column, factor);
      subtractRow(right, columns, row, column, factor);
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let below = row + 1; below < size; below++) {
      subtractRow(right, columns, row, below, matrix[row * size + below] ?? 0);
    }
    const divisor = matrix[row * size + row] || 1e-9;
    for (let index = row * columns; index < (row + 1) * columns; index++)
      right[index] = (right[index] ?? 0) / divisor;
  }
  return right;
}

function getPivot(matrix: Float64Array, size: number, column: number): number {
  let pivot = column;
  for (let row = column + 1; row < size; row++) {
    if (Math.abs(matrix[row * size + column] ?? 0) > Math.abs(matrix[pivot * size + column] ?? 0))
      pivot = row;
  }
  return pivot;
}

function swap(
  matrix: Float64Array,
  size: number,
  rowA: number,
  rowB: number,
  right: Float64Array,
  columns: number,
) {
  if (rowA === rowB) return;
  swapRows(matrix, size, rowA, rowB);
  swapRows(right, columns, rowA, rowB);
}

function swapRows(values: Float64Array, width: number, rowA: number, rowB: number): void {
  const savedRow = values.slice(rowA * width, (rowA + 1) * width);
  values.copyWithin(rowA * width, rowB * width, (rowB + 1) * width);
  values.set(savedRow, rowB * width);
}

function subtractRow(values: Float64Array, width: number, row: number, from: number, factor: number): void {
  for (let index = 0; index < width; index++) {
    values[row * width + index] =
      (values[row * width + index] ?? 0) - factor * (values[from * width + index] ?? 0);
  }
}
