import { IconQrcode } from '@tabler/icons-react'
import { ImportLink } from '../../shared/imports/ImportLink.tsx'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { MeterRow } from './meterRows.ts'
import type { MeterSearch } from './search.ts'

interface Props {
  rows: readonly MeterRow[] | undefined
  loading: boolean
  columns: readonly Column<MeterRow>[]
  search: MeterSearch
}

/** QRラベル of what is listed, 取り込み and CSV. */
export default function MeterListTools({ search, ...list }: Props) {
  return (
    <>
      <ButtonLink
        to="/meters/labels"
        search={{ ...search, page: undefined, limit: undefined }}
        variant="default"
        leftSection={<IconQrcode size={18} aria-hidden />}
      >
        QRラベル
      </ButtonLink>
      <ImportLink noun="meters" />
      <ListCsv {...list} search={search} fileName="meter-list.csv" />
    </>
  )
}
