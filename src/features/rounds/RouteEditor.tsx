import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Button, Group } from '@mantine/core'
import { IconRouteSquare } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ShownRound } from '../../lib/held/heldRound.ts'
import { useUpdateRoute } from '../../lib/mutations/roundMutations.ts'
import { fetchProposedRoute } from '../../lib/queries/pastRounds.ts'
import { useBusy } from '../../pwa/busy.ts'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useWorking } from '../../ui/state/useWorking.ts'
import { ProposalDialog } from './ProposalDialog.tsx'
import classes from './RouteEditor.module.css'
import { idsOf, inOrder, isSameOrder } from './routeDraft.ts'
import { SortableStop } from './SortableStop.tsx'
import { dragInstructions, useDragAnnouncements } from './useDragAnnouncements.ts'

interface Props {
  round: ShownRound
  /** Saved or cancelled. */
  onEnd: () => void
}

/** The button that opened the editor is gone. React may call this again, when a person has gone on in the list. */
const focusFirst = (list: HTMLElement | null) => {
  if (list?.contains(document.activeElement) === false) list.querySelector('button')?.focus()
}

/** Sets the order of a group's meters. */
export function RouteEditor({ round, onEnd }: Props) {
  const [draft, setDraft] = useState(() => idsOf(round.stops))
  const [proposal, setProposal] = useState<{ ids: number[]; rounds: number } | null>(null)
  const [saving, startSaving] = useWorking()
  const [asking, startAsking] = useWorking()
  const update = useUpdateRoute()
  const stops = useMemo(() => inOrder(round.stops, draft), [round.stops, draft])
  const order = useMemo(() => idsOf(stops), [stops])
  const before = idsOf(round.stops)
  const dirty = !isSameOrder(order, before)
  useBusy('route', dirty, 'input')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useDragAnnouncements(
    (id) => stops.find(({ meter_id }) => meter_id === id)?.meter_name ?? '',
    (id) => order.indexOf(Number(id)) + 1,
  )

  const move = ({ active, over }: DragEndEvent) => {
    if (over === null || active.id === over.id) return
    setDraft(arrayMove(order, order.indexOf(Number(active.id)), order.indexOf(Number(over.id))))
  }
  const cancel = async () => {
    if (!dirty || (await confirmDiscard())) onEnd()
  }
  const send = (ids: number[]) =>
    update.mutateAsync({ inspectionId: round.inspection_id, changes: { meter_ids: ids } })
  const save = () =>
    startSaving(async () => {
      const failed = '順番を保存できませんでした'
      notify.retract(failed)
      try {
        await send(order)
      } catch (error) {
        notify.failure(error, { title: failed, retry: save })
        return
      }
      onEnd()
      notify.undoable({
        title: '順番を保存しました',
        text: `「${round.inspection_name}」の巡回に反映されます。`,
        undo: () =>
          void send(before).catch((error) => notify.failure(error, { title: '順番を戻せませんでした' })),
      })
    })
  const propose = () =>
    startAsking(async () => {
      const failed = '過去の順路を取得できませんでした'
      notify.retract(failed)
      try {
        const { meter_ids, rounds } = await fetchProposedRoute(round.inspection_id)
        if (rounds === 0) notify.info('過去90日に、2件以上を撮影した巡回がないため、提案できません。')
        else setProposal({ ids: idsOf(inOrder(stops, meter_ids)), rounds })
      } catch (error) {
        notify.failure(error, { title: failed, retry: propose })
      }
    })

  return (
    <section aria-label="順番の変更">
      <Group gap="8px 16px" justify="space-between" mt={16} mb={8}>
        <p>つまみを動かして、巡回する順番に並べます。</p>
        <Button
          variant="default"
          leftSection={<IconRouteSquare size={20} aria-hidden />}
          loading={asking}
          onClick={propose}
        >
          過去の順路を提案
        </Button>
      </Group>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: dragInstructions }}
        onDragEnd={move}
      >
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol ref={focusFirst} aria-label="メーターの順番">
            {stops.map((stop) => (
              <SortableStop
                key={stop.meter_id}
                id={stop.meter_id}
                name={stop.meter_name}
                placeNote={stop.place_note}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void cancel()} disabled={saving}>
          キャンセル
        </Button>
        <Button onClick={save} loading={saving} disabled={!dirty}>
          順番を保存
        </Button>
      </div>
      {proposal && (
        <ProposalDialog
          stops={stops}
          proposed={proposal.ids}
          rounds={proposal.rounds}
          onClose={() => setProposal(null)}
          onApply={() => {
            const undone = order
            setDraft(proposal.ids)
            setProposal(null)
            notify.undoable({
              title: '提案を適用しました',
              text: '「順番を保存」で確定します。',
              undo: () => setDraft(undone),
            })
          }}
        />
      )}
    </section>
  )
}
