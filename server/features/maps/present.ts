import type { MapArea, MapPin, MapPlan } from '../../../contract/maps.ts'
import type { Presenter } from '../../presenter.ts'
import type { AreaRow, MapRow, PinRow } from './repository.ts'

export const presentArea = (row: AreaRow, present: Presenter): MapArea => ({
  id: row.id,
  name: row.name,
  description: row.description,
  organization_id: row.organizationId,
  created_at: present.instant(row.createdAt),
  updated_at: present.instant(row.updatedAt),
})

export const presentPin = ({ pin, devices }: PinRow, present: Presenter): MapPin => ({
  id: pin.id,
  name: pin.name,
  type: pin.type,
  xratio: pin.xratio,
  yratio: pin.yratio,
  map_id: pin.mapId,
  devices: devices ?? [],
  updated_at: present.instant(pin.updatedAt),
})

export const presentMap = (
  { map, width, height }: MapRow,
  pins: readonly PinRow[],
  present: Presenter,
): MapPlan => ({
  id: map.id,
  name: map.name,
  description: map.description,
  map_area_id: map.mapAreaId,
  organization_id: map.organizationId,
  image: present.picture(map.pictureSha256, 'original') ?? '',
  thumbnail: present.picture(map.pictureSha256, 'thumbnail') ?? '',
  width,
  height,
  created_at: present.instant(map.createdAt),
  updated_at: present.instant(map.updatedAt),
  map_pins: pins.map((pin) => presentPin(pin, present)),
})
