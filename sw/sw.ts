import { sendInBackground } from './backgroundSync.ts'
import { openApp, showPush } from './notifications.ts'
import { cachePictures } from './pictures.ts'
import { precacheApp } from './precache.ts'
import type { WorkerScope } from './scope.ts'
import { takeSharedPictures } from './shareTarget.ts'
import { skipWaitingWhenTold } from './update.ts'

declare const self: WorkerScope

precacheApp(self.__WB_MANIFEST)
cachePictures()
takeSharedPictures()

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => skipWaitingWhenTold(self, event))
self.addEventListener('sync', (event) => event.waitUntil(sendInBackground(self, event)))
self.addEventListener('periodicsync', (event) => event.waitUntil(sendInBackground(self, event)))
self.addEventListener('push', (event) => event.waitUntil(showPush(self, event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openApp(self, event)))
