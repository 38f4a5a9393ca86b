// Reloads a page that waits for something on the server.
const { seconds } = document.currentScript.dataset
setTimeout(() => location.reload(), Number(seconds) * 1000)
