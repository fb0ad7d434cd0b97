import { Fragment } from 'react'
import type { Column, ListParams } from './column.ts'
import { cellOf } from './columns.tsx'
import classes from './RowCard.module.css'

interface Props<Row> {
  columns: readonly Column<Row>[]
  row: Row
  values: ListParams
}

/** A row where there is no room for a table: its name, what its columns say, and beside it what can be done. */
export function RowCard<Row>({ columns, row, values }: Props<Row>) {
  const heading = columns.find((column) => column.heading)
  const name = heading?.text?.(row)
  const facts = columns.filter(({ heading, pinned, text }) => !heading && !pinned && (!text || text(row)))
  const cell = (column: Column<Row>) => cellOf(column, row, values, () => true)
  return (
    <article className={classes.card} aria-label={name ?? undefined}>
      <div className={classes.facts}>
        <h2 className={classes.name}>{heading?.cell ? cell(heading) : name}</h2>
        {facts.map((column) =>
          column.untitled ? (
            <div key={column.key} className={classes.plain}>
              {cell(column)}
            </div>
          ) : (
            <p key={column.key} className={classes.fact}>
              {column.title} <span className={classes.value}>{cell(column)}</span>
            </p>
          ),
        )}
      </div>
      {columns
        .filter(({ pinned }) => pinned)
        .map((column) => (
          <Fragment key={column.key}>{cell(column)}</Fragment>
        ))}
    </article>
  )
}
