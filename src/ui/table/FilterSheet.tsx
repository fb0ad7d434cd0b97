import { Button, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FilterBar.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  onClear: () => void
  onApply: () => void
  children: ReactNode
}

/** Filters that are folded away, applied by 適用. */
export const FilterSheet = ({ opened, onClose, onClear, onApply, children }: Props) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    position="bottom"
    styles={{ content: { height: 'auto', maxHeight: '100%' } }}
    title="絞り込み"
    closeButtonProps={{ 'aria-label': '閉じる', size: 48 }}
  >
    {/* Enter, or the key of a phone that ends the typing, applies too. */}
    <form
      className={classes.sheet}
      onSubmit={(event) => {
        event.preventDefault()
        onApply()
      }}
    >
      {children}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClear}>
          クリア
        </Button>
        <Button type="submit">適用</Button>
      </div>
    </form>
  </Drawer>
)
