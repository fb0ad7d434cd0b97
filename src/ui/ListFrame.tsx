import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Listed } from '../lib/queries/useList.ts'
import { AgeNote } from './AgeNote.tsx'
import { ErrorState } from './ErrorState.tsx'
import classes from './ListFrame.module.css'
import { NewerNote } from './NewerNote.tsx'
import { RefreshFailure } from './RefreshFailure.tsx'
import { RowSkeletons } from './Skeletons.tsx'

interface Props<Row> {
  listed: Listed<Row>
  /** The list has no pages. */
  endless: boolean
  /** How many there are, with the pages where it has some. */
  pager: ReactNode
  /** Turns to the first page. */
  onFirstPage: () => void
  /** Of a row in px, while more come. */
  rowHeight: number
  /** Below the rows. */
  note?: ReactNode
  children: ReactNode
}

/** What stands around the rows of a list: how old they are, what went wrong, what is new, and the pager. */
export function ListFrame<Row>(props: Props<Row>) {
  const { listed, endless, pager, onFirstPage, rowHeight, note, children } = props
  const { rows, error, fetchedAt, begunAt } = listed
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (begunAt > 0) showTop(frame.current)
  }, [begunAt])
  const retry = () => void listed.refresh()
  const paging = rows !== undefined && listed.count > 0 && pager
  return (
    <>
      <AgeNote fetchedAt={fetchedAt} />
      {rows !== undefined && error !== null && (
        <RefreshFailure error={error} fetchedAt={fetchedAt} retry={retry} />
      )}
      <NewerNote
        count={listed.newer}
        onShow={async () => {
          if (endless) return void (await listed.showNewest())
          onFirstPage()
          showTop(frame.current)
        }}
      />
      {/* Below a list without end nobody would find it. */}
      {endless && paging}
      {rows === undefined && error !== null ? (
        <ErrorState error={error} retry={retry} />
      ) : (
        <div
          ref={frame}
          className={classes.rows}
          data-outdated={listed.outdated || undefined}
          aria-busy={listed.outdated}
        >
          {children}
        </div>
      )}
      {note}
      {listed.growing && <RowSkeletons count={1} height={rowHeight} />}
      {!endless && paging}
    </>
  )
}

/** Whatever scrolls: the window, and a table within it. */
function showTop(frame: HTMLElement | null): void {
  window.scrollTo({ top: 0 })
  frame?.querySelector('[data-scroll-restoration-id]')?.scrollTo({ top: 0 })
}
