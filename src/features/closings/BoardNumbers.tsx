import { UnstyledButton } from '@mantine/core'
import type { ClosingCheck } from '../../../contract/closing/checks.ts'
import classes from './Board.module.css'
import { type BoardMeter, isInList, isListChecked, listNames } from './boardRows.ts'
import { type BoardList, boardLists } from './search.ts'

interface Props {
  /** Undefined while they load. */
  meters: readonly BoardMeter[] | undefined
  /** The checks that are on. */
  checks: readonly ClosingCheck[]
  isClosed: boolean
  shown: BoardList | undefined
  onShow: (list: BoardList | undefined) => void
}

/** How many meters need what before the month is closed; each number shows its meters. */
export function BoardNumbers({ meters, checks, isClosed, shown, onShow }: Props) {
  const lists = boardLists.flatMap((list) => {
    const count = meters?.filter((row) => isInList(row, list)).length
    // A closed month may have failed a check that is off by now.
    const isShown = list === shown || isListChecked(list, checks) || (count ?? 0) > 0
    return isShown && (isClosed || list !== 'corrected') ? [{ list, name: listNames[list], count }] : []
  })
  const numbers = [...lists, { list: undefined, name: 'すべて', count: meters?.length }]
  return (
    <ul className={classes.numbers} aria-label="件数">
      {numbers.map(({ list, name, count }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.number}
            aria-pressed={shown === list}
            data-move="number"
            data-open={(list !== undefined && count !== undefined && count > 0) || undefined}
            onClick={() => onShow(list)}
          >
            <span>{name}</span> <span className={classes.count}>{count?.toLocaleString('ja-JP') ?? '…'}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
