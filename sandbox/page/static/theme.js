// Runs before anything is drawn, so that a chosen theme does not flash the other one.

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "system";
