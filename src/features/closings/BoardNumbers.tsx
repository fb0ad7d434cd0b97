import { UnstyledButton } from '@mantine/core'
import classes from './Board.module.css'
import { type BoardMeter, isInList, listNames } from './boardRows.ts'
import { type BoardList, boardLists } from './search.ts'

interface Props {
  /** Undefined while they load. */
  meters: readonly BoardMeter[] | undefined
  isClosed: boolean
  shown: BoardList | undefined
  onShow: (list: BoardList | undefined) => void
}

/** How many meters need what before the month is closed; each number shows its meters. */
export function BoardNumbers({ meters, isClosed, shown, onShow }: Props) {
  const lists = boardLists.filter((list) => isClosed || list !== 'corrected')
  const numbers = [
    ...lists.map((list) => ({
      list,
      name: listNames[list],
      count: meters?.filter((row) => isInList(row, list)).length,
    })),
    { list: undefined, name: 'すべて', count: meters?.length },
  ]
  return (
    <ul className={classes.numbers} aria-label="件数">
      {numbers.map(({ list, name, count }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.number}
            aria-pressed={shown === list}
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
