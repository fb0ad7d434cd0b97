import { Box } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MapPlan, PinType } from '../../../../contract/maps.ts'
import { useCreatePin, useDeletePin } from '../../../lib/mutations/mapMutations.ts'
import { removeAfterQuestion } from '../../../ui/dialog/removeAfterQuestion.ts'
import { useRefocus } from '../../../ui/form/useRefocus.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { PictureStage } from '../../../ui/stage/PictureStage.tsx'
import type { CanvasHandlers } from '../../../ui/stage/stage.ts'
import type { Point } from '../../../ui/stage/stageGeometry.ts'
import { useStage } from '../../../ui/stage/useStage.ts'
import { ZoomButtons } from '../../../ui/stage/ZoomButtons.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { DraftPin } from './DraftPin.tsx'
import { MapPinLayer, type PinActions } from './MapPinLayer.tsx'
import { MapPinPanel } from './MapPinPanel.tsx'
import { MapSidePanel } from './MapSidePanel.tsx'
import classes from './MapView.module.css'
import { PinDevicesDialog } from './PinDevicesDialog.tsx'
import { PinDialog } from './PinDialog.tsx'
import { PinList } from './PinList.tsx'
import { PinStateSummary } from './PinStateSummary.tsx'
import { matchesFilter, type PinFacts, pinFacts } from './pinFacts.ts'
import type { PinFilter } from './pinStates.ts'
import { usePinMoves } from './usePinMoves.ts'
import { usePinSources } from './usePinSources.ts'

interface Props {
  map: MapPlan
  /** Of the organization. */
  maps: readonly MapPlan[]
  filter: PinFilter | undefined
  onFilter: (filter: PinFilter | undefined) => void
}

const help =
  '＋と－で拡大・縮小、0で全体を表示、拡大中は矢印で移動します。Enterで中央に新しいピンを置きます。ピンはTabで選び、Enterで端末一覧を開き、矢印で1ピクセル、Shiftと矢印で10ピクセル動かします。選択中のピンはDeleteで削除できます。'

/** A map with its pins, and the pins or the selected one’s devices beside it. */
export function MapView({ map, maps, filter, onFilter }: Props) {
  const { sources, units, categories, error, fetchedAt, retry } = usePinSources()
  const facts = useMemo(() => pinFacts(map.map_pins, sources), [map.map_pins, sources])
  const stage = useStage({ width: map.width, height: map.height })
  const [selectedId, select] = useState<number | null>(null)
  const [draft, setDraft] = useState<Point | null>(null)
  const [opened, setOpened] = useState(false)
  const [dialog, setDialog] = useState<'pin' | 'devices' | null>(null)
  const { ref: selectedRef, refocus } = useRefocus()
  const create = useCreatePin()
  const remove = useRemovePin(() => {
    select(null)
    stage.focus()
  })
  const { moved, move, end } = usePinMoves()
  const selected = facts.find(({ pin }) => pin.id === selectedId)
  // While states are not known, no pin can be ruled out.
  const listed = sources && filter !== undefined ? facts.filter((each) => matchesFilter(each, filter)) : facts
  // A selected pin stays on the map when its state changes.
  const drawn = selected && !listed.includes(selected) ? [...listed, selected] : listed
  const [x, y] = [selected?.pin.xratio, selected?.pin.yratio]
  // Chosen in the list it may be out of view, and on phones the sheet takes half of the map's place.
  useEffect(() => stage.keepVisible(x === undefined || y === undefined ? null : { x, y }), [stage, x, y])

  const choose = (id: number | null) => {
    select(id)
    setOpened(id !== null)
  }
  const show = (next: PinFilter | undefined) => {
    onFilter(next)
    if (next !== undefined && selected && !matchesFilter(selected, next)) choose(null)
  }
  const place = (at: Point) => {
    if (draft !== null || at.x < 0 || at.x > 1 || at.y < 0 || at.y > 1) return
    setOpened(false)
    setDraft(at)
  }
  const cancel = () => {
    setDraft(null)
    stage.focus()
  }
  const add = async ({ name, type }: { name: string; type: PinType }) => {
    if (draft === null) return
    const pin = await create.mutateAsync({ name, type, map_id: map.id, xratio: draft.x, yratio: draft.y })
    notify.success(`ピン「${name}」を追加しました`)
    refocus()
    setDraft(null)
    onFilter(undefined)
    choose(pin.id)
  }
  const actions = useStableActions({
    onPress: (id) => choose(id === selectedId ? null : id),
    onMove: move,
    onEnd: end,
    onRemove: (id) => {
      const pin = facts.find((each) => each.pin.id === id)
      if (pin) void remove(pin)
    },
  })
  const canvas: CanvasHandlers = { pans: true, onTap: place, onEnter: place }
  return (
    <>
      <Box mb={{ base: 'xs', sm: 'sm' }}>
        {sources && error && <RefetchError error={error} fetchedAt={fetchedAt} retry={retry} />}
        {sources ? (
          <PinStateSummary facts={facts} filter={filter} onFilter={show} />
        ) : error ? (
          <ErrorState error={error} retry={retry} />
        ) : (
          <RowSkeletons count={1} height={40} />
        )}
      </Box>
      <div className={classes.view} data-opened={opened || undefined}>
        <div className={classes.frame} style={{ aspectRatio: `${map.width} / ${map.height}` }}>
          <PictureStage
            stage={stage}
            src={map.image}
            label={`${map.name}のマップ画像`}
            help={help}
            canvas={canvas}
            readOnly={false}
          >
            <MapPinLayer
              stage={stage}
              facts={drawn}
              moved={moved}
              selected={selected?.pin.id ?? null}
              selectedRef={selectedRef}
              actions={actions}
            />
            {draft && <DraftPin at={draft} onSave={add} onCancel={cancel} />}
          </PictureStage>
          <div className={classes.zoom}>
            <ZoomButtons stage={stage} />
          </div>
        </div>
        <MapSidePanel
          title={selected ? devicesTitle(selected) : `ピン一覧 ${listed.length}件`}
          opened={opened}
          onToggle={() => setOpened(!opened)}
        >
          {selected ? (
            <MapPinPanel
              facts={selected}
              units={units}
              categories={categories}
              failed={error !== null}
              onBack={() => select(null)}
              onEdit={() => setDialog('pin')}
              onDevices={() => setDialog('devices')}
              onRemove={() => void remove(selected)}
            />
          ) : (
            <PinList facts={listed} isFiltered={listed !== facts} onSelect={choose} />
          )}
        </MapSidePanel>
      </div>
      {selected && dialog === 'pin' && <PinDialog pin={selected.pin} onClose={() => setDialog(null)} />}
      {selected && sources && dialog === 'devices' && (
        <PinDevicesDialog
          facts={selected}
          devices={sources.devices}
          maps={maps}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

const devicesTitle = ({ state, devices }: PinFacts): string =>
  state === null ? '端末一覧' : `端末一覧 ${devices.length}台`

/** The same object through the map’s life, which does what the latest render says. */
function useStableActions(given: PinActions): PinActions {
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  const [stable] = useState<PinActions>(() => ({
    onPress: (id) => latest.current.onPress(id),
    onMove: (pin, to, byKeys) => latest.current.onMove(pin, to, byKeys),
    onEnd: (id) => latest.current.onEnd(id),
    onRemove: (id) => latest.current.onRemove(id),
  }))
  return stable
}

/** Deletes a pin after a question. */
function useRemovePin(onRemoved: () => void) {
  const deletion = useDeletePin()
  return ({ pin, devices, state }: PinFacts) => {
    const names =
      state === null ? 'が置かれている場合、端末' : devices.map(({ name }) => `「${name}」`).join('')
    return removeAfterQuestion({
      title: 'ピンの削除',
      name: pin.name,
      text: `ピン「${pin.name}」を削除します。${
        names === '' ? '' : `端末${names}はマップに表示されなくなります。端末の登録と測定値は残ります。`
      }元に戻せません。`,
      send: async () => {
        await deletion.mutateAsync(pin.id)
        onRemoved()
      },
    })
  }
}
