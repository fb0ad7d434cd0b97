import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './Shell.module.css'

const keys = /Mac/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'

interface Props {
  /** Its icon only. */
  compact: boolean
  onPress: () => void
}

/** 検索 in the header, where there is room as a field. */
export const SearchButton = ({ compact, onPress }: Props) =>
  compact ? (
    <ActionIcon color="gray" aria-label="検索" aria-haspopup="dialog" onClick={onPress}>
      <IconSearch size={24} aria-hidden />
    </ActionIcon>
  ) : (
    <button
      type="button"
      className={classes.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onPress}
    >
      <IconSearch size={20} aria-hidden />
      <span className={classes.searchLabel}>検索</span>
      <kbd aria-hidden>{keys}</kbd>
    </button>
  )
