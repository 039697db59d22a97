const request = indexedDB.open('bench-empty', 1)
request.onupgradeneeded = () => request.result.createObjectStore('rows')
request.onsuccess = () => self.postMessage('opened')

export {}
