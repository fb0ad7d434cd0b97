import { createHash } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type Env, StartError } from '../env.ts'
import { picturePath } from './files.ts'
import type { PictureKey, Storage } from './storage.ts'

/**
 * Pictures as objects of a bucket, named as the files would be. Checks first that the bucket answers. An object is there
 * whole or not at all, and equal names have equal bytes.
 */
export async function s3Storage(
  env: Env & { S3_BUCKET: string },
): Promise<{ storage: Storage; close: () => void }> {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = env
  const client = new S3Client({
    region: env.S3_REGION,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(id !== undefined &&
      secret !== undefined && { credentials: { accessKeyId: id, secretAccessKey: secret } }),
    // Otherwise with checksums that not every compatible server knows; Content-MD5 is sent below.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  })
  const bucket = env.S3_BUCKET
  const objectOf = (key: PictureKey) => ({ Bucket: bucket, Key: `${env.S3_PREFIX}${picturePath(key)}` })
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    client.destroy()
    throw unreachable(env, error)
  })

  const storage: Storage = {
    async put(key, bytes) {
      await client.send(
        new PutObjectCommand({
          ...objectOf(key),
          Body: bytes,
          ContentMD5: createHash('md5').update(bytes).digest('base64'),
        }),
      )
    },

    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(key)))
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },

    async remove(key, before) {
      try {
        const { LastModified } = await client.send(new HeadObjectCommand(objectOf(key)))
        if (LastModified !== undefined && LastModified >= before) return false
      } catch (error) {
        if (error instanceof NotFound) return true
        throw error
      }
      await client.send(new DeleteObjectCommand(objectOf(key)))
      return true
    },
  }
  return { storage, close: () => client.destroy() }
}

function unreachable(env: Env, cause: unknown): StartError {
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
  const [settings, why] =
    status === 404
      ? ['S3_BUCKET', 'バケットがありません']
      : status === 403 || status === 401
        ? ['S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY', 'バケットの利用を拒否されました']
        : status === 301 || status === 400
          ? ['S3_REGION, S3_ENDPOINT', 'バケットの場所が違います']
          : ['S3_ENDPOINT', '接続できません']
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return new StartError(
    `画像の保存先 (S3) を使えません: ${why}。${settings} を確認してください: ${env.S3_ENDPOINT ?? 'Amazon S3'} ${env.S3_BUCKET}\n` +
      `(pictures cannot be stored there; check ${settings}: ${reason})`,
    { cause },
  )
}
