import { Box, Button, Flex } from '@mantine/core'
import type { ShownStop } from '../../lib/held/heldRound.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import classes from './ProposalDialog.module.css'
import { idsOf, inOrder, isSameOrder } from './routeDraft.ts'

interface Props {
  /** In the order that holds. */
  stops: readonly ShownStop[]
  proposed: readonly number[]
  /** That the proposal is taken from. */
  rounds: number
  onApply: () => void
  onClose: () => void
}

/** The order of past walks beside the one that holds. */
export function ProposalDialog({ stops, proposed, rounds, onApply, onClose }: Props) {
  const order = idsOf(stops)
  const same = isSameOrder(order, proposed)
  return (
    <Dialog
      opened
      title="過去の順路の提案"
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {same ? '閉じる' : 'キャンセル'}
          </Button>
          {!same && <Button onClick={onApply}>適用</Button>}
        </>
      )}
    >
      <Box component="p" mb={12}>
        {same
          ? `今の順番は、過去90日の巡回 ${rounds} 回で撮影した順番と同じです。`
          : `過去90日の巡回 ${rounds} 回で撮影した順番です。`}
      </Box>
      <ol className={classes.list} aria-label="提案の順番">
        {inOrder(stops, proposed).map(({ meter_id, meter_name, place_note }, index) => {
          const before = order.indexOf(meter_id) + 1
          return (
            <li key={meter_id} data-moved={before !== index + 1 || undefined}>
              <Box component="span" miw="1.8em" ta="right">
                {index + 1}
              </Box>
              <Flex component="span" direction="column" flex={1} miw={0} fz="sm" className="break-anywhere">
                <b>{meter_name}</b>
                {place_note && <span>{place_note}</span>}
              </Flex>
              {before !== index + 1 && (
                <Box component="span" flex="none" fz="sm">
                  今は {before} 番目
                </Box>
              )}
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
