import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import {
  id,
  idParam,
  imageBase64,
  instant,
  multilineText,
  organizationId,
  pictureUrl,
  requiredText,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { meterDeviceSchema } from './devices.ts'

export const pinType = { camera: 0, wifi: 1 } as const
export type PinType = (typeof pinType)[keyof typeof pinType]

/** Px: the long side of a map’s picture as the console sends it. */
export const mapLongSide = 1000

const type = withDescription(z.literal(Object.values(pinType)), '0 camera, 1 WiFi')
const ratio = z.number().check(z.gte(0), z.lte(1))
const xratio = withDescription(ratio, 'of the picture’s width, from its left edge')
const yratio = withDescription(ratio, 'of the picture’s height, from its top edge')

const areaSchema = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    organization_id: id,
    created_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'MapArea' })
export type MapArea = z.infer<typeof areaSchema>

const pinSchema = z
  .object({
    id,
    name: z.string(),
    type,
    xratio: z.number(),
    yratio: z.number(),
    map_id: id,
    devices: withDescription(z.array(meterDeviceSchema), 'that are not deleted'),
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'MapPin' })
export type MapPin = z.infer<typeof pinSchema>

const mapSchema = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    map_area_id: z.nullable(id),
    organization_id: id,
    image: pictureUrl,
    thumbnail: pictureUrl,
    width: withDescription(z.int(), 'of the picture, px'),
    height: withDescription(z.int(), 'of the picture, px'),
    created_at: instant,
    updated_at: withDescription(instant, 'also when its pins change'),
    map_pins: z.array(pinSchema),
  })
  .register(z.globalRegistry, { id: 'Map' })
export type MapPlan = z.infer<typeof mapSchema>

const areaFields = z.strictObject({
  name: requiredText,
  description: z.optional(multilineText),
  organization_id: organizationId,
})
const mapFields = {
  name: requiredText,
  description: z.optional(multilineText),
  map_area_id: z.optional(z.nullable(id)),
  organization_id: organizationId,
}
const pinFields = { name: requiredText, type, xratio, yratio }
const deleted = z.object({ id })

const params = z.object({ id: idParam })
const ofArea = { params, access: 'user', errors: ['not_found'], subject: 'map-area' } as const
const ofMap = { params, access: 'user', errors: ['not_found'], subject: 'map' } as const
const ofPin = { params, access: 'user', errors: ['not_found'], subject: 'map-pin' } as const

export const mapEndpoints = {
  mapAreas: endpoint({
    method: 'GET',
    path: '/api/v1/map-areas',
    access: 'user',
    summary: 'Map areas of the organization',
    data: z.array(areaSchema),
  }),
  createMapArea: endpoint({
    method: 'POST',
    path: '/api/v1/map-area',
    access: 'user',
    summary: 'Add a map area',
    body: areaFields,
    data: areaSchema,
  }),
  updateMapArea: endpoint({
    method: 'PUT',
    path: '/api/v1/map-area/{id}',
    summary: 'Rename or describe a map area',
    body: areaFields,
    data: areaSchema,
    ...ofArea,
  }),
  deleteMapArea: endpoint({
    method: 'DELETE',
    path: '/api/v1/map-area/{id}',
    summary: 'Delete a map area; its maps stay, without an area',
    data: deleted,
    ...ofArea,
  }),
  maps: endpoint({
    method: 'GET',
    path: '/api/v1/maps',
    access: 'user',
    summary: 'Maps of the organization with their pins',
    data: z.array(mapSchema),
  }),
  map: endpoint({
    method: 'GET',
    path: '/api/v1/map/{id}',
    summary: 'One map with its pins',
    data: mapSchema,
    ...ofMap,
  }),
  createMap: endpoint({
    method: 'POST',
    path: '/api/v1/map',
    access: 'user',
    summary: 'Add a map',
    body: z.strictObject({ ...mapFields, image_base64: imageBase64 }),
    data: mapSchema,
    errors: ['reference_unknown', 'picture_unsupported', 'storage_full'],
  }),
  updateMap: endpoint({
    method: 'PUT',
    path: '/api/v1/map/{id}',
    summary: 'Change a map; without a picture its own stays',
    body: z.strictObject({ ...mapFields, image_base64: z.optional(imageBase64) }),
    data: mapSchema,
    ...ofMap,
    errors: ['not_found', 'reference_unknown', 'picture_unsupported', 'storage_full'],
  }),
  deleteMap: endpoint({
    method: 'DELETE',
    path: '/api/v1/map/{id}',
    summary: 'Delete a map with its pins; their devices stay, without a pin',
    data: deleted,
    ...ofMap,
  }),
  mapPins: endpoint({
    method: 'GET',
    path: '/api/v1/map-pins',
    access: 'user',
    summary: 'Pins of all maps of the organization',
    data: z.array(pinSchema),
  }),
  mapPin: endpoint({
    method: 'GET',
    path: '/api/v1/map-pin/{id}',
    summary: 'One pin with its devices',
    data: pinSchema,
    ...ofPin,
  }),
  createMapPin: endpoint({
    method: 'POST',
    path: '/api/v1/map-pin/create',
    access: 'user',
    summary: 'Place a pin on a map',
    body: z.strictObject({ ...pinFields, map_id: id }),
    data: pinSchema,
    errors: ['reference_unknown'],
  }),
  updateMapPin: endpoint({
    method: 'PUT',
    path: '/api/v1/map-pin/{id}',
    summary: 'Rename or move a pin, or change its type',
    body: z.partial(z.strictObject(pinFields)),
    data: pinSchema,
    ...ofPin,
  }),
  deleteMapPin: endpoint({
    method: 'DELETE',
    path: '/api/v1/map-pin/{id}',
    summary: 'Delete a pin; its devices stay, without a pin',
    data: deleted,
    ...ofPin,
  }),
}
