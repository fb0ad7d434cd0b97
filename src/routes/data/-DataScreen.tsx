import { useNavigate } from '@tanstack/react-router'
import { ReadingDialog } from '../../features/readings/detail/ReadingDialog.tsx'
import { useCloseReading } from '../../features/readings/detail/useCloseReading.ts'
import { DataPage } from '../../features/readings/list/DataPage.tsx'
import { type DataSearch, saveFilters, searchOf } from '../../features/readings/list/search.ts'

interface Props {
  search: DataSearch
  /** The meter in the path. */
  named?: number
}

/** Data page with reading dialog; connects the two features. */
export function DataScreen({ search, named }: Props) {
  const navigate = useNavigate()
  const closeReading = useCloseReading()
  const shown = named === undefined ? search : { ...search, meter: named }
  return (
    <DataPage
      search={shown}
      onSearch={(next, replace = false) =>
        void navigate({
          to: '.',
          search: named === undefined ? next : { ...next, meter: undefined },
          replace,
          resetScroll: next.page !== search.page,
        })
      }
      onFilters={(filters) => {
        saveFilters(filters, localStorage)
        const { tab, text, order, limit } = search
        void navigate({ to: '/data', search: { tab, text, order, limit, ...searchOf(filters) } })
      }}
      onOpen={(value) =>
        void navigate({
          to: '.',
          search: { ...search, value },
          state: { openedHere: true },
          resetScroll: false,
        })
      }
      detail={(listed) =>
        search.value !== undefined && (
          <ReadingDialog
            id={search.value}
            listed={listed}
            onMove={(value) =>
              void navigate({
                to: '.',
                search: { ...search, value },
                replace: true,
                resetScroll: false,
                // Replaces, so that the page stays one step back.
                state: true,
              })
            }
            onClose={closeReading}
          />
        )
      }
    />
  )
}
