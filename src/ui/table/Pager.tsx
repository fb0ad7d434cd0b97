import { Box, Flex, NativeSelect, Pagination, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useIsPhone } from '../layout/breakpoints.ts'
import classes from './Pager.module.css'
import { type PageSize, pageCount, pageSizes, parsePage } from './pages.ts'

interface Props {
  /** From 1. */
  page: number
  size: PageSize
  /** Rows in all. */
  total: number
  onChange: (next: { page: number; size: PageSize }) => void
}

const choices = pageSizes.map((size) => ({
  value: String(size),
  label: size === 'all' ? '全て' : `${size} 件`,
}))

const controlNames = {
  first: '最初のページ',
  previous: '前のページ',
  next: '次のページ',
  last: '最後のページ',
} as const

/** Total, pages, jump, rows per page. A new size resets to page 1. */
export function Pager({ page, size, total, onChange }: Props) {
  const phone = useIsPhone()
  const pages = pageCount(total, size)
  const turn = (next: number) => onChange({ page: next, size })
  return (
    <nav className={classes.pager} aria-label="ページ送り" data-keep-free>
      <Box component="span" mr="auto" c="dimmed" className="tabular-nums nowrap">
        ALL {total.toLocaleString('ja-JP')} ITEMS
      </Box>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={Math.min(page, pages)}
          onChange={turn}
          siblings={phone ? 0 : 1}
          size={phone ? 'lg' : 'md'}
          gap={phone ? 4 : 8}
          getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
          getItemProps={(item) => ({ 'aria-label': `${item} ページ` })}
        />
      )}
      {pages > 1 && <Jump key={page} page={page} pages={pages} onJump={turn} />}
      <NativeSelect
        w={104}
        aria-label="1ページの件数"
        data={choices}
        value={String(size)}
        onChange={({ currentTarget }) =>
          onChange({
            page: 1,
            size: pageSizes.find((choice) => String(choice) === currentTarget.value) ?? size,
          })
        }
      />
    </nav>
  )
}

function Jump({ page, pages, onJump }: { page: number; pages: number; onJump: (page: number) => void }) {
  const [typed, setTyped] = useState(String(page))
  const jump = (event: FormEvent) => {
    event.preventDefault()
    const target = parsePage(typed, pages)
    setTyped(String(target ?? page))
    if (target !== null && target !== page) onJump(target)
  }
  return (
    <Flex component="form" gap="xs" align="center" fz="sm" className="nowrap" onSubmit={jump}>
      <TextInput
        w={68}
        aria-label={`移動先のページ（全 ${pages} ページ）`}
        inputMode="numeric"
        maxLength={9}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <span>/ {pages} ページ</span>
    </Flex>
  )
}
