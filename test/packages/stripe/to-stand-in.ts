/** Program text for Node: sends what the client sends to Stripe to the stand-in, which speaks plain HTTP. */
export const TO_STAND_IN = `
const http = require('node:http')
const https = require('node:https')
const secure = https.request
https.request = (options, ...others) => {
  if (options.host !== 'api.stripe.com') return secure(options, ...others)
  const { agent, protocol, ...kept } = options
  const { hostname, port } = new URL(process.env.STRIPE_URL)
  const request = http.request({ ...kept, host: hostname, port }, ...others)
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => socket.emit('secureConnect'))
  })
  return request
}
`
