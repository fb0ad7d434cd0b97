import type { TableRefusal, TableRefusalReason } from '../../contract/import/table.ts'

interface Details extends Omit<TableRefusal, 'reason'> {
  cause?: unknown
}

/** A file or paste that is refused as a whole. */
export class UnreadableTable extends Error {
  readonly refusal: TableRefusal
  constructor(reason: TableRefusalReason, { cause, ...place }: Details = {}) {
    super(`the table is refused: ${reason}`, { cause })
    this.refusal = { reason, ...place }
  }
}
