// Passes messages between the page of an Activity and Discord's client, which sends a port first.

let client;
let inner;

addEventListener("message", ({ source, data, ports }) => {
  if (source === parent && ports.length && !client) open(ports[0]);
  else if (inner && source === inner.contentWindow) client.postMessage(data);
});
parent.postMessage("relay", "*");

function open(port) {
  client = port;
  client.addEventListener("message", ({ data }) => inner.contentWindow.postMessage(data, "*")); // its origin may be opaque
  client.start();
  inner = document.createElement("iframe");
  inner.title = "Activity";
  inner.src = `/${location.search}`;
  document.body.append(inner);
}
