import { Checkbox } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './SelectableCard.module.css'
import type { Selection } from './useSelection.ts'

interface Props {
  selection: Selection
  id: number
  name: string
  /** Ids of the rows of this page. */
  listed: readonly number[]
  children: ReactNode
}

/** A card that is chosen by a press anywhere on it; what it leads to cannot be pressed in the meantime. */
export function SelectableCard({ children, ...row }: Props) {
  const boxId = useId()
  return (
    <label className={classes.card} htmlFor={boxId}>
      <RowCheckbox {...row} boxId={boxId} />
      <span inert className={classes.content}>
        {children}
      </span>
    </label>
  )
}

/** Chooses a row; with Shift all between it and the one before. */
export const RowCheckbox = ({
  selection,
  id,
  name,
  listed,
  boxId,
}: Omit<Props, 'children'> & { boxId?: string }) => (
  <Checkbox
    {...(boxId !== undefined && { id: boxId })}
    size="md"
    aria-label={`${name}を選択`}
    checked={selection.isChosen(id)}
    onChange={({ nativeEvent }) =>
      selection.toggle(id, listed, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
)
