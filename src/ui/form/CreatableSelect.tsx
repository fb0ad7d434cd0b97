import { Button, Flex, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { failureText } from '../../failures/failureText.ts'
import { useBusy } from '../../pwa/busy.ts'
import { useWorking } from '../state/useWorking.ts'
import { normalizeText } from '../text/normalizeText.ts'
import classes from './CreatableSelect.module.css'
import { clearButton } from './clearButton.ts'
import { RowSelect } from './RowSelect.tsx'
import { useRefocus } from './useRefocus.ts'

interface Props extends Pick<ComponentProps<typeof RowSelect>, 'readOnly' | 'error' | 'errorProps'> {
  /** Noun of the rows, such as 点検グループ. */
  label: string
  rows: readonly { id: number; name: string }[]
  /** Row id or null. */
  value: number | null
  onChange: (value: number | null) => void
  /** Adds a row of this name and returns its id. */
  onCreate: (name: string) => Promise<number>
  /** Label is shown elsewhere. */
  labelHidden?: boolean
}

/** Stable identity: focuses once. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** Selects one row or none; can add a new row. */
export function CreatableSelect({
  label,
  rows,
  value,
  onChange,
  onCreate,
  labelHidden = false,
  ...input
}: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [adding, startAdding] = useWorking()
  const name = typed?.trim() ?? ''
  useBusy(label, name !== '', 'input')

  const { ref, refocus } = useRefocus()
  const close = () => {
    refocus()
    setTyped(null)
    setFailure(null)
  }
  const add = () => {
    if (name === '' || adding) return
    const known = rows.find((row) => normalizeText(row.name) === normalizeText(name))
    if (known) {
      onChange(known.id)
      return close()
    }
    startAdding(async () => {
      try {
        onChange(await onCreate(name))
        close()
      } catch (error) {
        const { title, detail } = failureText(error)
        setFailure(`${title}。${detail}`)
      }
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // These keys must not submit or cancel the surrounding form.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Enter') add()
    if (event.key === 'Escape') close()
  }

  return (
    <Stack gap={4} align="stretch">
      <RowSelect
        {...(labelHidden ? { 'aria-label': label } : { label })}
        placeholder="未登録"
        rows={rows}
        value={value}
        onChange={onChange}
        {...input}
        clearable
        clearButtonProps={clearButton(`${label}の選択を解除`)}
      />
      {typed === null ? (
        <Button
          ref={ref}
          classNames={{ root: classes.open ?? '', label: classes.words ?? '' }}
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setTyped('')}
        >
          新しい{label}
        </Button>
      ) : (
        <Flex wrap="wrap" gap="xs" align="flex-start">
          <TextInput
            flex="1 1 10em"
            aria-label={`新しい${label}の名前`}
            placeholder={`新しい${label}の名前`}
            value={typed}
            data-unsaved={name !== '' || undefined}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={onKeyDown}
            error={failure}
            readOnly={adding}
            ref={focus}
          />
          <Button onClick={add} disabled={name === ''} loading={adding}>
            追加
          </Button>
          <Button variant="default" onClick={close} disabled={adding}>
            やめる
          </Button>
        </Flex>
      )}
    </Stack>
  )
}
