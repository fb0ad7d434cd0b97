import { Button, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { leaveText } from './captureTexts.ts'
import { useAskBeforeLeaving } from './useAskBeforeLeaving.ts'

interface Props {
  meterName: string
  /** The proposal, where it is shown; each answers whether the photograph is now decided. */
  accept: { value: string; run: () => Promise<boolean> } | null
  /** Whether the server may find a value. */
  readable: boolean
  leaveToServer: () => Promise<boolean>
  discard: () => Promise<boolean>
  /** The button stands beside the decision only. */
  withButton: boolean
  /** A question about the value stands, which a way back closes instead. */
  asking: boolean
  /** The server is being asked about the photograph: it cannot be discarded. */
  isChecking: boolean
}

/** A photograph that nobody has decided about: it can be discarded, and leaving it asks what becomes of it. */
export function UndecidedQuestion({
  meterName,
  accept,
  readable,
  leaveToServer,
  discard,
  withButton,
  asking,
  isChecking,
}: Props) {
  const { asked, leave, stay } = useAskBeforeLeaving(!asking)
  // A question about the value that leaving has raised keeps the screen, so that a way back leads to correcting.
  useEffect(() => {
    if (asking) stay()
  }, [asking, stay])
  const [working, setWorking] = useState<'accept' | 'other' | null>(null)
  const isDisabled = working !== null || isChecking
  const choose = async (which: 'accept' | 'other', work: () => Promise<boolean>) => {
    setWorking(which)
    const decided = await work()
    if (!decided) stay()
    else {
      if (which === 'accept' && accept)
        notify.success(`「${meterName}」の値を ${accept.value} で確定しました`)
      leave()
    }
    setWorking(null)
  }
  return (
    <>
      {withButton && !asking && (
        <Button
          fullWidth
          mih={48}
          variant="subtle"
          color="red"
          leftSection={<IconX size={20} aria-hidden />}
          disabled={isChecking}
          onClick={() => void discard()}
        >
          破棄
        </Button>
      )}
      {/* Gone at once: a question about the value may take its place, and the focus. */}
      {working !== 'accept' && (
        <Dialog
          opened={asked}
          title="値が未確定です"
          onClose={stay}
          actions={
            <Button variant="default" onClick={stay} disabled={working !== null}>
              この画面に残る
            </Button>
          }
        >
          <Stack>
            <Text>「{meterName}」の写真は端末に保存してあります。この写真をどうしますか。</Text>
            {accept && (
              <Button size="lg" disabled={isDisabled} onClick={() => void choose('accept', accept.run)}>
                {accept.value} で確定する
              </Button>
            )}
            <Button
              size="lg"
              variant={accept ? 'default' : 'filled'}
              disabled={isDisabled}
              onClick={() => void choose('other', leaveToServer)}
            >
              {leaveText(readable)}
            </Button>
            <Button
              size="lg"
              variant="subtle"
              color="red"
              disabled={isDisabled}
              onClick={() => void choose('other', discard)}
            >
              破棄
            </Button>
          </Stack>
        </Dialog>
      )}
    </>
  )
}
