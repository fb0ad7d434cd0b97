import { Button, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { leaveText } from './captureTexts.ts'
import classes from './Undecided.module.css'

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
}

/** A photograph that nobody has decided about: it can be discarded, and leaving it asks what becomes of it. */
export function Undecided({ meterName, accept, readable, leaveToServer, discard, withButton }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const [working, setWorking] = useState(false)
  const choose = async (work: () => Promise<boolean>) => {
    setWorking(true)
    const decided = await work()
    setWorking(false)
    if (decided) proceed?.()
    else reset?.()
  }
  return (
    <>
      {withButton && (
        <Button
          className={classes.discard}
          variant="subtle"
          color="red"
          leftSection={<IconX size={20} aria-hidden />}
          onClick={() => void discard()}
        >
          破棄
        </Button>
      )}
      <Dialog
        opened={status === 'blocked'}
        title="値が未確定です"
        onClose={() => reset?.()}
        actions={
          <Button variant="default" onClick={() => reset?.()} disabled={working}>
            この画面に残る
          </Button>
        }
      >
        <Stack>
          <Text>「{meterName}」の写真は端末に保存してあります。この写真をどうしますか。</Text>
          {accept && (
            <Button size="lg" disabled={working} onClick={() => void choose(accept.run)}>
              {accept.value} で確定する
            </Button>
          )}
          <Button
            size="lg"
            variant={accept ? 'default' : 'filled'}
            disabled={working}
            onClick={() => void choose(leaveToServer)}
          >
            {leaveText(readable)}
          </Button>
          <Button
            size="lg"
            variant="subtle"
            color="red"
            disabled={working}
            onClick={() => void choose(discard)}
          >
            破棄
          </Button>
        </Stack>
      </Dialog>
    </>
  )
}
