import { useWindowEvent } from '@mantine/hooks'

/** Opens the search by ⌘K or Ctrl+K, also from a field, but not over a dialog, whose input would be left unsaved. */
export function useSearchKeys(open: () => void, enabled: boolean): void {
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!enabled || ctrlKey === metaKey || altKey || shiftKey || key.toLowerCase() !== 'k') return
    event.preventDefault()
    if (document.querySelector('[aria-modal=true]') === null) open()
  })
}
