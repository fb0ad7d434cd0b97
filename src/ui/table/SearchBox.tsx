import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  /** Empty: no search. */
  value: string
  /** Debounced. */
  onSearch: (text: string) => void
  className?: string | undefined
}

export function SearchBox({ label, value, onSearch, className }: Props) {
  const [typed, setTyped] = useState(value)
  const lastSent = useRef(value)
  const tell = useDebouncedCallback((text: string) => {
    lastSent.current = text.trim()
    onSearch(lastSent.current)
  }, 250)
  // Back, or cleared elsewhere; its own value is ignored.
  useEffect(() => {
    if (value === lastSent.current) return
    lastSent.current = value
    setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    tell(text)
  }
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      enterKeyHint="search"
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed !== '' && <CloseButton aria-label="検索の文字を消す" onClick={() => change('')} />}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
