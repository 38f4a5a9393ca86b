const MOST = { width: 640, height: 320 } as const
const MOST_BYTES = 150_000

/** Scales an image down to its size on a page. Returns base64; `undefined`: not an image. */
export const shrinkPicture = async (file: File): Promise<string | undefined> => {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // PNG keeps transparency; photographs compress better as JPEG.
  const png = base64Of(canvas.toDataURL('image/png'))
  return png.length * 0.75 <= MOST_BYTES ? png : base64Of(canvas.toDataURL('image/jpeg', 0.85))
}

const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)
