/** Longest notification; Puente sends at most about 200 kB. */
const SIZE_LIMIT = '1mb'

/** Keeps the signed bytes of notifications beside the parsed body. */
export default {
  routes: [
    {
      matcher: '/hooks/puente/:provider',
      methods: ['POST'],
      bodyParser: { preserveRawBody: true, sizeLimit: SIZE_LIMIT },
      middlewares: [],
    },
  ],
}
