// Sets the chosen theme before the first paint, so that the default theme does not flash.

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "system";
